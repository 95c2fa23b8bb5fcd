/** Names that browsers still report, and what these places are called now. */
const RENAMED: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Etc/UTC": "UTC",
  "Etc/GMT": "UTC",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

export const zoneName = (zone: string): string => RENAMED[zone] ?? zone;

/** Every zone that the browser knows, UTC first. */
export function timeZones(): string[] {
  const known = Intl.supportedValuesOf("timeZone").map(zoneName);
  return ["UTC", ...[...new Set(known)].filter((zone) => zone !== "UTC").sort()];
}

let ownZone: string | undefined;

/** The zone that the browser is set to; asked for once, since every time on a page needs it and asking is slow. */
export function browserZone(): string {
  ownZone ??= zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
  return ownZone;
}
