/** The one language of these pages, whatever the browser's: times and numbers are the same on the server and there. */
export const LANGUAGE = "en-GB";
