import fs from "node:fs";

/**
 * Calls back once when the command that started us through npm is gone without having told us (kill -9): nobody could
 * stop us any more, and the next start would find everything taken. Started without npm, outliving the shell is meant.
 */
export function watchLauncher(gone: () => void): void {
  if (!["start", "dev"].includes(process.env.npm_lifecycle_event ?? "") || process.ppid === 1) return;
  const launched = lineage();
  const timer = setInterval(() => {
    if (lineage() === launched) return;
    clearInterval(timer);
    gone();
  }, 300);
  timer.unref();
}

/** Our parent, and its parent where the parent is the shell that npm puts between. */
function lineage(): string {
  const parent = process.ppid;
  try {
    const [, name = "", rest = ""] = /\((.*)\) \S (.*)$/s.exec(fs.readFileSync(`/proc/${parent}/stat`, "utf8")) ?? [];
    return /^(sh|dash|bash|ash|busybox|zsh)$/.test(name) ? `${parent} ${rest.split(" ")[0]}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
