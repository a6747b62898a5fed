package tv.reign.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
