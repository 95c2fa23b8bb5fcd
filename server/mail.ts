import { createTransport } from "nodemailer";
import type { Env } from "./env";
import { log } from "./log";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const PATIENCE_MS = 10_000;

/** Hands a mail over to the server of SMTP_URL. False where none is set, or where it wouldn't take it (that is logged). */
export async function sendMail(settings: Env["mail"], mail: Mail): Promise<boolean> {
  if (!settings) return false;
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.sendMail({ ...mail, from: settings.from, disableFileAccess: true, disableUrlAccess: true });
    return true;
  } catch (error) {
    log.warn({ err: error }, "a mail could not be handed over");
    return false;
  } finally {
    transport.close();
  }
}
