/** Search debounce. */
export const PAUSE_MS = 200;
/** Of less than that, too much would be found. */
export const FEWEST_CHARACTERS = 2;
