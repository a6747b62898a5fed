/** Origins of the native app's own pages: its web views on Android and iOS. */
export const APP_ORIGINS: readonly string[] = ["https://localhost", "capacitor://localhost"];
