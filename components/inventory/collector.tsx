import { Code } from "@/components/ui/copy";

interface CollectorProps {
  nodeId: string;
  publicUrl: string;
}

/** How to have a machine tell all of it: by hand into this page, or by itself to the API. */
export function Collector({ nodeId, publicUrl }: CollectorProps) {
  const script = `${publicUrl}/collect.sh`;
  const print = `curl -fsS ${script} | sh`;
  const send = [
    `curl -fsS ${script} | sh -s -- --json |`,
    "  curl -sS -X PUT --data-binary @- \\",
    '    -H "Authorization: Bearer $HOLDFAST_KEY" \\',
    '    -H "Content-Type: application/json" \\',
    `    ${publicUrl}/v1/nodes/${nodeId}/inventory`,
  ].join("\n");
  return (
    <section aria-labelledby="collector" className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <h2 id="collector" className="font-semibold text-lg">
        Collect it on the machine
      </h2>
      <p className="text-sm">
        This prints everything that is needed; paste it above. It only reads, needs no root, and works where tools are
        missing.{" "}
        <a href="/collect.sh" className="rounded-sm text-accent-text underline underline-offset-2">
          Read the script
        </a>{" "}
        first if you like.
      </p>
      <Code block copyLabel="Copy the command that prints">
        {print}
      </Code>
      <p className="text-sm">
        Or have the machine send it itself, now and whenever its hardware changes. <Code>HOLDFAST_KEY</Code> is an API
        key with the permission <Code>node.write</Code>.
      </p>
      <Code block copyLabel="Copy the command that sends">
        {send}
      </Code>
    </section>
  );
}
