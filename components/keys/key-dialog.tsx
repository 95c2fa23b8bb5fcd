"use client";

import { useId, useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { useChange } from "@/components/patterns/use-change";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Code } from "@/components/ui/copy";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import type { Permission } from "@/server/domain/permissions";
import { EMPTY_KEY, EXPIRIES, givable, type KeyForm, keyBody, keyProblems, readyCurl } from "./key-form";
import { PermissionPicker } from "./permission-picker";

interface KeyDialogProps {
  org: { id: string; name: string };
  /** What the maker may do, and so the most that she may give. */
  own: readonly string[];
  onClose: () => void;
}

interface Made {
  key: string;
  name: string;
  permissions: Permission[];
}

function MadeKey({ made, isLeaving }: { made: Made; isLeaving: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="ok" title={`${made.name} is ready`} role="status">
        The key is shown this once. Store it now: nobody can show it again.
      </Callout>
      <div className="flex flex-col gap-1">
        <p className="font-medium text-sm">Key</p>
        <Code block copyLabel="Copy key">
          {made.key}
        </Code>
      </div>
      <div className="flex flex-col gap-1">
        <p className="font-medium text-sm">Try it</p>
        <Code block copyLabel="Copy command">
          {readyCurl(window.location.origin, made.key, made.permissions)}
        </Code>
      </div>
      {isLeaving && (
        <Callout tone="warn" role="alert">
          Once this is closed the key can't be seen again. Say below that you have stored it.
        </Callout>
      )}
    </div>
  );
}

interface FieldsProps {
  form: KeyForm;
  change: (part: Partial<KeyForm>) => void;
  own: readonly string[];
  errors: Partial<Record<"name" | "permissions" | "days", string | undefined>>;
}

function Fields({ form, change, own, errors }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        description="What it is for, to tell it from others later: billing export, CI of the shop."
        autoComplete="off"
        autoFocus
        value={form.name}
        onChange={(name) => change({ name })}
        error={errors.name}
      />
      <PermissionPicker
        own={givable(own)}
        value={form.permissions}
        onChange={(permissions) => change({ permissions })}
        error={errors.permissions}
      />
      <div className="flex flex-wrap items-start gap-3">
        <Select
          label="Expires after"
          options={EXPIRIES}
          value={form.expiry}
          onChange={(expiry) => change({ expiry })}
        />
        {form.expiry === "custom" && (
          <div className="w-40">
            <TextField
              label="Days"
              inputMode="numeric"
              value={form.days}
              onChange={(days) => change({ days })}
              error={errors.days}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** The form and what its server said. */
function useKeyForm({ org }: KeyDialogProps) {
  const trpc = useTRPC();
  const [form, setForm] = useState(EMPTY_KEY);
  const [isTried, setTried] = useState(false);
  // What the answer carries must not linger once the dialog is closed.
  const create = useChange({ ...trpc.apiKeys.create.mutationOptions(), gcTime: 0 }, () => {}, trpc.keys.pathKey());
  const wrong = keyProblems(form);
  const own = isTried ? wrong : {};
  const errors = {
    name: own.name ?? fieldError(create.problem, "name"),
    permissions: own.permissions ?? fieldError(create.problem, "permissions"),
    days: own.days ?? fieldError(create.problem, "expiresInSeconds"),
  };
  const submit = () => {
    setTried(true);
    if (Object.keys(wrong).length === 0) create.send({ params: { orgId: org.id }, body: keyBody(form) });
  };
  return {
    form,
    change: (part: Partial<KeyForm>) => setForm((before) => ({ ...before, ...part })),
    errors,
    submit,
    create,
  };
}

/** Makes a key and shows it, once; it closes when the person says that she has stored it. */
export function KeyDialog(props: KeyDialogProps) {
  const { org, own, onClose } = props;
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const { form, change, errors, submit, create } = useKeyForm(props);
  const made = create.answer;
  const footer = made ? (
    <Button variant="primary" onPress={onClose}>
      I have stored it
    </Button>
  ) : (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button type="submit" form={id} variant="primary" isPending={create.isPending} pendingLabel="Creating the key">
        Create key
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (made) setLeaving(true);
        else onClose();
      }}
      title="New API key"
      subtitle={org.name}
      width="md"
      footer={footer}
    >
      {made ? (
        <MadeKey made={made} isLeaving={isLeaving} />
      ) : (
        <FormShell
          label="New API key"
          id={id}
          onSubmit={submit}
          problem={create.problem}
          fieldNames={["name", "permissions", "expiresInSeconds"]}
        >
          <Fields form={form} change={change} own={own} errors={errors} />
        </FormShell>
      )}
    </Dialog>
  );
}
