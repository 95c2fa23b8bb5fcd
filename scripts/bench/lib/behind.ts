import fs from "node:fs";
import os from "node:os";

const LOOK_MS = 500;
const LOWEST = os.constants.priority.PRIORITY_LOW;

interface Process {
  pid: number;
  parent: number;
}

function processes(): Process[] {
  return fs.readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      // pid (name) state ppid …, and a name may hold anything.
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      return [{ pid, parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
    } catch {
      return []; // It has ended since.
    }
  });
}

/** What a process has started, and what that has started. */
function descendants(of: number, all: readonly Process[]): number[] {
  return all.filter(({ parent }) => parent === of).flatMap(({ pid }) => [pid, ...descendants(pid, all)]);
}

const sessionNiceness = (pid: number) => `/proc/${pid}/autogroup`;

/**
 * What this process starts from here on takes only what processors others leave, until the returned function is called: in use
 * a browser has a machine of its own. Linux may share processors among sessions first and go by a process's niceness only
 * within one (autogroups, sched(7)); a browser is a session of its own, and so is each process of Postgres, whenever it starts
 * another. So their sessions are made nice as well. Children have to be started in a session of their own.
 */
export function keepBehind(): () => void {
  os.setPriority(LOWEST);
  if (!fs.existsSync(sessionNiceness(process.pid))) return () => undefined;
  const sessionOf = (pid: number) => fs.readFileSync(sessionNiceness(pid), "utf8").split(" ")[0];
  const own = sessionOf(process.pid);
  const look = setInterval(() => {
    for (const pid of descendants(process.pid, processes())) {
      try {
        // Niceness is inherited: what was started before has its own. The terminal's session is left alone.
        if (os.getPriority(pid) === LOWEST && sessionOf(pid) !== own)
          fs.writeFileSync(sessionNiceness(pid), String(LOWEST));
      } catch {
        // It has ended since, or is somebody else's.
      }
    }
  }, LOOK_MS);
  return () => clearInterval(look);
}
