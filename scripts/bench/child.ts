import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Outcome } from "./load/jobs";

export interface ChildOptions {
  program: string;
  env: Record<string, string>;
  /** Ready when this path answers; without one, when it says so itself. */
  readyPath?: string;
  /** In a session of its own, which shares processors with others as a whole. */
  ownSession?: boolean;
}

const READY_MS = 60_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** A process of its own: its output goes to a file, so that writing it costs what it costs in use and nobody's reading. */
export class Child {
  private constructor(
    readonly port: number,
    readonly log: string,
    readonly process: ChildProcess,
  ) {}

  static async start({ program, env, readyPath, ownSession = false }: ChildOptions): Promise<Child> {
    const port = await freePort();
    const log = path.join(os.tmpdir(), `holdfast-bench-${process.pid}-${port}.log`);
    const out = fs.openSync(log, "a", 0o600);
    const profile = process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
    const running = spawn(
      process.execPath,
      // What is no server of ours ends with its channel by itself.
      [...profile, ...(readyPath ? ["--import", "./scripts/lib/follow-parent.mjs"] : []), "--import", "tsx", program],
      {
        env: {
          ...process.env,
          NODE_ENV: "production",
          NEXT_TELEMETRY_DISABLED: "1",
          PORT: String(port),
          HOST: "127.0.0.1",
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          ...env,
        },
        detached: ownSession,
        stdio: ["ignore", out, out, "ipc"],
      },
    );
    fs.closeSync(out);
    const child = new Child(port, log, running);
    await (readyPath === undefined ? child.#saysReady() : child.#answers(readyPath));
    return child;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  #ended(): Error {
    return new Error(`a process of the bench ended:\n${fs.readFileSync(this.log, "utf8").slice(-4000)}`);
  }

  #saysReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(this.#ended());
      this.process.once("exit", ended);
      this.process.once("message", () => {
        this.process.off("exit", ended);
        resolve();
      });
    });
  }

  async #answers(readyPath: string): Promise<void> {
    for (const until = Date.now() + READY_MS; Date.now() < until; await sleep(100)) {
      if (this.process.exitCode !== null) throw this.#ended();
      const reply = await fetch(this.url + readyPath).catch(() => undefined);
      await reply?.body?.cancel();
      if (reply?.ok) return;
    }
    throw new Error(`a server of the bench did not become ready:\n${fs.readFileSync(this.log, "utf8").slice(-4000)}`);
  }

  run(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(this.#ended());
      this.process.once("exit", ended);
      this.process.once("message", ({ outcome, failed }: { outcome?: Outcome; failed?: string }) => {
        this.process.off("exit", ended);
        if (outcome) resolve(outcome);
        else reject(new Error(failed));
      });
      this.process.send(job);
    });
  }

  async end(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = new Promise((resolve) => this.process.once("exit", resolve));
      this.process.kill("SIGTERM");
      const timer = setTimeout(() => this.process.kill("SIGKILL"), 15_000);
      await gone;
      clearTimeout(timer);
    }
    fs.rmSync(this.log, { force: true });
  }
}
