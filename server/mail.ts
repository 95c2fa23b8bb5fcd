import { createTransport } from "nodemailer";
import { timeLeft } from "@/db/deadline";
import type { Mailing } from "./contract/people";
import type { Env } from "./env";
import { log } from "./log";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** For whoever waits for the answer; a mail server may well look for longer at what it is given. */
const PATIENCE_MS = 2_000;
const SILENCE_MS = 30_000;

async function handOver(settings: NonNullable<Env["mail"]>, mail: Mail): Promise<Mailing> {
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
  try {
    await transport.sendMail({ ...mail, from: settings.from, disableFileAccess: true, disableUrlAccess: true });
    return "taken";
  } catch (error) {
    log.warn({ err: error }, "a mail could not be handed over");
    return "refused";
  } finally {
    transport.close();
  }
}

/**
 * Hands a mail over to the server of SMTP_URL, and says what became of it within the time of whoever waits. It goes on after
 * that, and is logged where it fails.
 */
export async function sendMail(settings: Env["mail"], mail: Mail, patienceMs = PATIENCE_MS): Promise<Mailing> {
  if (!settings) return "unset";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Mailing>((resolve) => {
    timer = setTimeout(() => resolve("underway"), Math.min(patienceMs, timeLeft()));
  });
  return Promise.race([handOver(settings, mail), late]).finally(() => clearTimeout(timer));
}
