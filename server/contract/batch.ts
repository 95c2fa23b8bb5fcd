/** Console calls that travel together at most: what one request may ask for is bounded whoever sends it. */
export const MOST_IN_A_BATCH = 10;
