"use client";

import { Eye, ListChecks } from "lucide-react";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { PERMISSION_HELP } from "@/components/patterns/role-words";
import { Button } from "@/components/ui/button";
import { FieldLabel, FieldNotes } from "@/components/ui/field";
import { Checkbox } from "@/components/ui/toggles";
import type { Permission } from "@/server/domain/permissions";
import { readOnly } from "./key-form";

interface PermissionPickerProps {
  /** The most that may be given. */
  own: readonly Permission[];
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  error: string | undefined;
}

/** What a key may do, of what its maker may do, each with what it means. */
export function PermissionPicker({ own, value, onChange, error }: PermissionPickerProps) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={(chosen) => onChange(own.filter((permission) => chosen.includes(permission)))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="basis-full sm:flex-1 sm:basis-0">
          <FieldLabel label="Permissions" />
        </span>
        <Button size="sm" icon={Eye} onPress={() => onChange(readOnly(own))}>
          Read only
        </Button>
        <Button size="sm" icon={ListChecks} onPress={() => onChange([...own])}>
          Everything I may do
        </Button>
      </div>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {own.map((permission) => (
          <Checkbox key={permission} value={permission} detail={PERMISSION_HELP[permission]}>
            <span className="font-mono text-sm">{permission}</span>
          </Checkbox>
        ))}
      </div>
      <FieldNotes
        description="A key never may do more than who made it may do at that moment. It can be revoked at any time."
        error={error}
      />
    </CheckboxGroup>
  );
}
