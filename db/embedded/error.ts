/** The database that comes with the product can't run here; the message is one sentence for people. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
}
