import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { underDeadline } from "@/db/deadline";
import { sendMail } from "./mail";

/** A mail server that takes one message, or refuses it. */
function mailServer(
  answerToRecipient = "250 ok",
  greetsAfter = Promise.resolve(),
): Promise<{ url: string; server: Server; taken: () => string }> {
  let taken = "";
  const server = createServer((socket) => {
    let isData = false;
    greetsAfter.then(() => socket.write("220 test\r\n"));
    socket.on("data", (chunk) => {
      const said = chunk.toString();
      taken += said;
      if (isData) {
        if (!/\r\n\.\r\n$/.test(taken)) return;
        isData = false;
        socket.write("250 taken\r\n");
      } else if (said.startsWith("DATA")) {
        isData = true;
        socket.write("354 go on\r\n");
      } else if (said.startsWith("RCPT")) socket.write(`${answerToRecipient}\r\n`);
      else if (said.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
    socket.on("error", () => undefined);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      resolve({ url: `smtp://127.0.0.1:${port}`, server, taken: () => taken });
    });
  });
}

/** Longer than a busy machine takes; nobody waits for it. */
const PATIENT = 30_000;

describe("mail", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const letter = {
    to: "ada@example.org",
    subject: "Invitation to A\r\nBcc: x@y.example",
    text: "Accept: http://h/invite",
  };
  const from = "Holdfast <gpu@example.com>";

  it("goes to the server of SMTP_URL, and a subject can't add headers", async () => {
    const { url, server, taken } = await mailServer();
    servers.push(server);
    expect(await sendMail({ smtpUrl: url, from }, letter, PATIENT)).toBe("taken");
    expect(taken()).toContain("RCPT TO:<ada@example.org>");
    expect(taken()).toContain("From: Holdfast <gpu@example.com>");
    expect(taken()).toContain("Accept: http://h/invite");
    expect(taken()).not.toMatch(/^Bcc:/m);
  });

  it("that isn't taken, or can't be sent at all, is said and not thrown", async () => {
    const { url, server } = await mailServer("550 no such person");
    servers.push(server);
    expect(await sendMail({ smtpUrl: url, from }, letter, PATIENT)).toBe("refused");
    expect(await sendMail({ smtpUrl: "smtp://127.0.0.1:1", from }, letter, PATIENT)).toBe("refused");
    expect(await sendMail(undefined, letter)).toBe("unset");
  });

  it("keeps nobody waiting for a server that says nothing, and is handed over when it speaks", async () => {
    let speak: () => void = () => undefined;
    const spoken = new Promise<void>((resolve) => {
      speak = resolve;
    });
    const { url, server, taken } = await mailServer("250 ok", spoken);
    servers.push(server);
    const soon = { left: () => 0 };
    expect(await underDeadline(soon, () => sendMail({ smtpUrl: url, from }, letter, PATIENT))).toBe("underway");
    expect(taken()).toBe("");
    speak();
    await expect.poll(taken).toContain("RCPT TO:<ada@example.org>");
  });
});
