import { emptyEdge, insisted, readTerm, type TermInput, type TermReading } from "@/components/patterns/term-input";
import type { Option } from "@/components/ui/list-look";

/** What a person has filled in, kept as typed. */
export interface ReserveForm {
  audience: Option[];
  managers: Option[];
  term: TermInput;
  contractRef: string;
  reason: string;
}

/** What the form begins with; a term that was chosen elsewhere comes along. */
export const emptyForm = (zone: string, term?: TermInput): ReserveForm => ({
  audience: [],
  managers: [],
  term: term ?? { zone, wholeDays: true, start: "now", end: { ...emptyEdge } },
  contractRef: "",
  reason: "",
});

export interface FormProblems {
  audience?: string;
  start?: string;
  end?: string;
}

/** What is missing or wrong before anything is sent; empty where the form can go. */
export function formProblems(form: ReserveForm, now: number): FormProblems {
  const reading = readTerm(form.term, now);
  const missing = insisted(reading, form.term.wholeDays);
  const problemOf = (edge: TermReading["start"]) => edge.problem?.message;
  return {
    ...(form.audience.length === 0 && { audience: "Choose at least one org that the units are for." }),
    ...(problemOf(missing.start) && { start: problemOf(missing.start) }),
    ...(problemOf(missing.end) && { end: problemOf(missing.end) }),
  };
}

const blank = (text: string) => text.trim() === "";

/** The form as the create call takes it. "Now" is left to the server. */
export function createBody(form: ReserveForm, unitIds: string[], now: number) {
  const { startsAt, endsAt } = readTerm(form.term, now);
  return {
    unitIds,
    allowedOrgIds: form.audience.map((org) => org.id),
    managingOrgIds: form.managers.map((org) => org.id),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
    ...(!blank(form.contractRef) && { contractRef: form.contractRef }),
    ...(!blank(form.reason) && { reason: form.reason }),
  };
}
