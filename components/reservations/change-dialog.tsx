"use client";

import { useRef, useState } from "react";
import { focusUnfinished } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { TermField } from "@/components/patterns/term-field";
import { edgeOf, insisted, readTerm, type TermInput } from "@/components/patterns/term-input";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { serverNow, useTimeZone } from "@/components/ui/clock";
import { Drawer } from "@/components/ui/dialog";
import type { Option } from "@/components/ui/list-look";
import { TextArea, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { ReservationView } from "@/server/contract/console";
import { address, type ReservationActionProps, reservationName } from "./action-dialog";
import { OrgFields } from "./org-fields";
import { ProblemNote } from "./problem-note";
import { useNodeMutation } from "./use-node-mutation";

interface ChangeForm {
  audience: Option[];
  managers: Option[];
  term: TermInput;
  contractRef: string;
  reason: string;
}

const optionsOf = (orgs: ReservationView["audience"]): Option[] => orgs.map(({ id, name }) => ({ id, label: name }));

function formOf(reservation: ReservationView, platformOrgId: string, zone: string): ChangeForm {
  return {
    audience: optionsOf(
      reservation.audience.filter((org) => org.id !== platformOrgId || reservation.audience.length === 1),
    ),
    managers: optionsOf(reservation.managers),
    term: {
      zone,
      wholeDays: false,
      start: Date.parse(reservation.startsAt),
      end: reservation.endsAt ? edgeOf(Date.parse(reservation.endsAt), zone) : "open",
    },
    contractRef: reservation.contractRef ?? "",
    reason: reservation.reason ?? "",
  };
}

const sameOrgs = (a: readonly Option[], b: readonly Option[]) =>
  a.length === b.length && a.every((org) => b.some((other) => other.id === org.id));

/** Only what was changed is sent: what somebody else changed meanwhile is not undone. */
function changedFields(before: ChangeForm, form: ChangeForm) {
  const { endsAt } = readTerm(form.term, serverNow());
  const isEndChanged = JSON.stringify(before.term) !== JSON.stringify(form.term);
  return {
    ...(isEndChanged && { endsAt: form.term.end === "open" ? null : endsAt }),
    ...(!sameOrgs(before.audience, form.audience) && { allowedOrgIds: form.audience.map((org) => org.id) }),
    ...(!sameOrgs(before.managers, form.managers) && { managingOrgIds: form.managers.map((org) => org.id) }),
    ...(before.contractRef !== form.contractRef && { contractRef: form.contractRef }),
    ...(before.reason !== form.reason && { reason: form.reason }),
  };
}

function useChange(view: ReservationActionProps["view"], reservation: ReservationView, onClose: () => void) {
  const trpc = useTRPC();
  const zone = useTimeZone();
  const [before] = useState(() => formOf(reservation, view.platformOrgId, zone));
  const [form, setForm] = useState(before);
  const [endProblem, setEndProblem] = useState<string>();
  const change = useNodeMutation(trpc.reservations.change.mutationOptions(), () => {
    toast({ tone: "ok", title: `Changed ${reservationName(reservation)}` });
    onClose();
  });
  const edit = (part: Partial<ChangeForm>) => {
    setForm((now) => ({ ...now, ...part }));
    setEndProblem(undefined);
  };
  const fields = changedFields(before, form);
  const fieldsRef = useRef<HTMLDivElement>(null);
  const submit = () => {
    if (focusUnfinished(fieldsRef.current)) return;
    const { end } = insisted(readTerm(form.term, serverNow()), form.term.wholeDays);
    setEndProblem(end.problem?.message);
    if (!end.problem) change.send({ params: address(reservation), body: fields });
  };
  return { form, edit, endProblem, change, submit, fieldsRef, isUnchanged: Object.keys(fields).length === 0 };
}

function ChangeFields({ form, edit, endProblem, change }: ReturnType<typeof useChange>) {
  const serverError = (field: string) => fieldError(change.problem, field);
  return (
    <>
      <OrgFields
        audience={form.audience}
        managers={form.managers}
        onAudience={(audience) => edit({ audience })}
        onManagers={(managers) => edit({ managers })}
        audienceError={serverError("allowedOrgIds")}
        managersError={serverError("managingOrgIds")}
      />
      <TermField value={form.term} onChange={(term) => edit({ term })} endError={endProblem ?? serverError("endsAt")} />
      <TextField
        label="Contract reference"
        optional
        value={form.contractRef}
        onChange={(contractRef) => edit({ contractRef })}
        error={serverError("contractRef")}
      />
      <TextArea
        label="Reason"
        optional
        rows={2}
        value={form.reason}
        onChange={(reason) => edit({ reason })}
        error={serverError("reason")}
      />
    </>
  );
}

/** Moves the end, or changes who a reservation is for. */
export function ChangeDialog({ view, reservation, onClose }: Omit<ReservationActionProps, "units">) {
  const state = useChange(view, reservation, onClose);
  const { change, submit, fieldsRef, isUnchanged } = state;
  return (
    <Drawer
      isOpen
      isChanged={!isUnchanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change the reservation"
      subtitle={reservationName(reservation)}
      width="md"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onPress={submit}
            isPending={change.isPending}
            pendingLabel="Saving"
            disabledReason={isUnchanged ? "Nothing is changed yet." : undefined}
          >
            Save the change
          </Button>
        </>
      }
    >
      <div ref={fieldsRef} className="flex flex-col gap-5">
        <ChangeFields {...state} />
        {change.problem?.code !== "invalid_request" && <ProblemNote problem={change.problem} />}
      </div>
    </Drawer>
  );
}
