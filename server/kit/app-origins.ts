/** Origins of the phone app's own pages: its web views on Android and iOS (video reference 3.1). */
export const APP_ORIGINS: readonly string[] = ["https://localhost", "capacitor://localhost"];
