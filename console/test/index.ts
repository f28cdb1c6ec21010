/** A browser, and a window of it that notes what should not happen: for tests of other pages of the service. */
export { launchChromium, openChromium } from './chromium.ts';
export { ConsoleWindow } from './console-window.ts';
