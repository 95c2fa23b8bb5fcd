import { z } from "zod";
import { PERMISSIONS } from "../domain/permissions";
import { operation } from "./operation";
import { pageOf, paging } from "./page";
import { absentNull, MAX_NAME, requiredText, time } from "./text";

const permission = z.enum(PERMISSIONS).meta({ id: "Permission" });
const permissions = z
  .array(permission)
  .min(1, { message: "must not be empty" })
  .superRefine((values, issues) => {
    if (new Set(values).size !== values.length)
      issues.addIssue({ code: "custom", message: "must not repeat a permission" });
  });
const org = z.strictObject({ orgId: z.string() });
const TEN_YEARS_SECONDS = 10 * 366 * 24 * 60 * 60;

export const orgSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string().describe("A short name for addresses: lower-case letters, digits and hyphens."),
    isPlatform: z.boolean().describe("The operator: exactly one org is."),
    isProvider: z.boolean().describe("Owns at least one node."),
    createdAt: time(),
  })
  .meta({ id: "Org" });
const orgPage = pageOf(orgSchema).meta({ id: "OrgPage" });

const keyFields = {
  id: z.string(),
  name: z.string(),
  keyPrefix: z.string().describe("The key's first characters, to tell keys apart."),
  permissions: z.array(permission),
  createdAt: time(),
  expiresAt: time().optional().describe("Absent: it doesn't expire."),
  lastUsedAt: time().optional(),
  revokedAt: time().optional(),
};
export const apiKeySchema = z.strictObject(keyFields).meta({ id: "ApiKey" });

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { message: "must be lower-case letters and digits, with single hyphens between" })
  .max(63, { message: "must be at most 63 characters long" });

export const createOrg = operation({
  id: "createOrg",
  method: "POST",
  path: "/v1/orgs",
  tag: "Organizations",
  summary: "Create an org",
  permission: "org.manage",
  access: "platform",
  body: z.strictObject({
    name: requiredText(MAX_NAME),
    slug: absentNull(slug).describe("Made from the name unless said otherwise."),
  }),
  answer: { status: 201, schema: orgSchema },
  action: "org.create",
});

export const listOrgs = operation({
  id: "listOrgs",
  method: "GET",
  path: "/v1/orgs",
  tag: "Organizations",
  summary: "List orgs: all for the platform org, otherwise the caller's own",
  permission: "org.manage",
  access: "caller",
  query: z.strictObject({ ...paging }),
  answer: { status: 200, schema: orgPage },
});

export const getOrg = operation({
  id: "getOrg",
  method: "GET",
  path: "/v1/orgs/{orgId}",
  tag: "Organizations",
  summary: "Read one org",
  permission: "org.manage",
  access: "org",
  params: org,
  answer: { status: 200, schema: orgSchema },
});

export const listApiKeys = operation({
  id: "listApiKeys",
  method: "GET",
  path: "/v1/orgs/{orgId}/api-keys",
  tag: "API keys",
  summary: "List the API keys of an org",
  permission: "apikey.manage",
  access: "org",
  params: org,
  answer: { status: 200, schema: z.array(apiKeySchema) },
});

export const createApiKey = operation({
  id: "createApiKey",
  method: "POST",
  path: "/v1/orgs/{orgId}/api-keys/create",
  tag: "API keys",
  summary: "Make an API key; the key itself is shown in this answer only",
  description:
    "A key carries a subset of its maker's permissions. Where a person stands at the start of the chain of makers, a key never has more than that person has now.",
  permission: "apikey.manage",
  access: "org",
  params: org,
  body: z.strictObject({
    name: requiredText(MAX_NAME),
    permissions,
    expiresInSeconds: absentNull(
      z
        .int({ message: "must be a whole number" })
        .min(1, { message: "must be greater than 0" })
        .max(TEN_YEARS_SECONDS, { message: "must be at most ten years" }),
    ).describe("Without it the key doesn't expire."),
  }),
  answer: {
    status: 201,
    schema: z
      .strictObject({ ...keyFields, key: z.string().describe("Shown in this answer only."), orgId: z.string() })
      .meta({ id: "NewApiKey" }),
  },
  action: "apikey.create",
  secretAnswer: true,
});

export const revokeApiKey = operation({
  id: "revokeApiKey",
  method: "DELETE",
  path: "/v1/orgs/{orgId}/api-keys/{keyId}",
  tag: "API keys",
  summary: "Revoke an API key, from the next request on and everywhere",
  permission: "apikey.manage",
  access: "org",
  params: z.strictObject({ orgId: z.string(), keyId: z.string() }),
  answer: { status: 204, schema: z.undefined() },
  action: "apikey.revoke",
});

export const whoami = operation({
  id: "whoami",
  method: "GET",
  path: "/v1/whoami",
  tag: "API keys",
  summary: "Who the key belongs to and what it may do",
  permission: undefined,
  access: "caller",
  answer: {
    status: 200,
    schema: z
      .strictObject({
        orgId: z.string(),
        orgName: z.string(),
        keyId: z.string(),
        permissions: z.array(permission).describe("What the key may do now."),
        isPlatform: z.boolean().describe("Whether the key is of the operator's org."),
      })
      .meta({ id: "Whoami" }),
  },
});
