import type { Problem } from "@/components/patterns/problem";
import { Callout } from "@/components/ui/callout";
import { refusedUnits } from "./refused-units";

/** What the server refused and why, with every unit it names. */
export function ProblemNote({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  const units = refusedUnits(problem);
  return (
    <Callout tone="danger" role="alert" title={problem.message}>
      {units.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5">
          {units.map((unit) => (
            <li key={unit.unitId}>
              <code className="text-xs">{unit.unitId}</code> {unit.reason}
            </li>
          ))}
        </ul>
      )}
      {problem.code === undefined && problem.requestId && <p>{`Request ${problem.requestId}`}</p>}
    </Callout>
  );
}
