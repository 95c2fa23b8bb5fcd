"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { focusUnfinished, useFocusOnProblems } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { TermField } from "@/components/patterns/term-field";
import { readTerm, type TermInput } from "@/components/patterns/term-input";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { serverNow, useTimeZone } from "@/components/ui/clock";
import { Drawer } from "@/components/ui/dialog";
import { TextArea, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { type ActionProps, idsOf } from "./action-dialog";
import { OrgFields } from "./org-fields";
import { ProblemNote } from "./problem-note";
import { refusedUnits } from "./refused-units";
import { createBody, emptyForm, type FormProblems, formProblems, type ReserveForm } from "./reserve-form";
import { UnitList } from "./unit-list";
import { useNodeMutation } from "./use-node-mutation";

/** For the term as it stands in the form: which of the units can't be reserved, asked before anything is sent. */
function useObstacles({ view, units }: ActionProps, form: ReserveForm): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const term = readTerm(form.term, serverNow());
  const { startsAt, endsAt, isComplete } = term;
  const input = {
    params: { nodeId: view.node.id },
    query: { ...(startsAt !== undefined && { startsAt }), ...(endsAt !== undefined && { endsAt }) },
  };
  const query = useQuery(trpc.reservations.units.queryOptions(isComplete ? input : skipToken, { staleTime: 0 }));
  const wanted = new Set(idsOf(units));
  return new Map(
    (query.data ?? []).flatMap((unit) =>
      wanted.has(unit.id) && !unit.reservable ? [[unit.id, unit.notReservableReason ?? "can't be reserved"]] : [],
    ),
  );
}

interface FieldsProps {
  form: ReserveForm;
  change: (part: Partial<ReserveForm>) => void;
  problems: FormProblems;
  serverError: (field: string) => string | undefined;
}

function Fields({ form, change, problems, serverError }: FieldsProps) {
  return (
    <>
      <OrgFields
        audience={form.audience}
        managers={form.managers}
        onAudience={(audience) => change({ audience })}
        onManagers={(managers) => change({ managers })}
        audienceError={problems.audience ?? serverError("allowedOrgIds")}
        managersError={serverError("managingOrgIds")}
      />
      <TermField
        value={form.term}
        onChange={(term) => change({ term })}
        startError={problems.start ?? serverError("startsAt")}
        endError={problems.end ?? serverError("endsAt")}
      />
      <TextField
        label="Contract reference"
        optional
        value={form.contractRef}
        onChange={(contractRef) => change({ contractRef })}
        error={serverError("contractRef")}
      />
      <TextArea
        label="Reason"
        optional
        rows={2}
        value={form.reason}
        onChange={(reason) => change({ reason })}
        error={serverError("reason")}
      />
    </>
  );
}

/** Keeps the selected units for an audience and a term. */
export function ReserveDialog(props: ActionProps & { term?: TermInput | undefined }) {
  const { view, units, onClose } = props;
  const trpc = useTRPC();
  const zone = useTimeZone();
  const [empty] = useState(() => emptyForm(zone, props.term));
  const [form, setForm] = useState(empty);
  const [problems, setProblems] = useState<FormProblems>({});
  const obstacles = useObstacles(props, form);
  const create = useNodeMutation(trpc.reservations.create.mutationOptions(), (made) => {
    toast({
      tone: "ok",
      title: `Reserved ${made.reservedUnitIds.length} of ${view.node.hostname}`,
      detail: made.contractRef ?? made.id,
    });
    onClose();
  });
  const fields = useFocusOnProblems(problems, create.problem !== undefined);
  const change = (part: Partial<ReserveForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setProblems({});
  };
  const submit = () => {
    if (focusUnfinished(fields.current)) return;
    const found = formProblems(form, serverNow());
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    create.send({ params: { nodeId: view.node.id }, body: createBody(form, idsOf(units), serverNow()) });
  };
  const refused = new Map(refusedUnits(create.problem).map((unit) => [unit.unitId, unit.reason]));
  return (
    <Drawer
      isOpen
      isChanged={JSON.stringify(form) !== JSON.stringify(empty)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Reserve units"
      subtitle={view.node.hostname}
      width="md"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={submit} isPending={create.isPending} pendingLabel="Reserving">
            {`Reserve ${units.length === 1 ? "1 unit" : `${units.length} units`}`}
          </Button>
        </>
      }
    >
      <div ref={fields} className="flex flex-col gap-5">
        <UnitList label="Units" units={units} notes={refused.size > 0 ? refused : obstacles} />
        {obstacles.size > 0 && (
          <Callout tone="warn" role="status">
            {`For this term ${obstacles.size === 1 ? "one unit" : `${obstacles.size} units`} can't be reserved; the reasons stand above. A reservation takes all of its units or none.`}
          </Callout>
        )}
        <Fields
          form={form}
          change={change}
          problems={problems}
          serverError={(field) => fieldError(create.problem, field)}
        />
        {create.problem?.code !== "invalid_request" && <ProblemNote problem={create.problem} />}
      </div>
    </Drawer>
  );
}
