import { betterAuth } from "better-auth";
import { newId } from "../ids";
import { log } from "../log";
import { runtime } from "../runtime";

const DAY_SECONDS = 24 * 60 * 60;
/** Set by our own server (client-address): headers that a client could have sent itself don't count. */
export const PEER_HEADER = "x-holdfast-peer";

const camel = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/** Sign-in by email and password with sessions in the database. None of the library's own routes is mounted (fault case 13). */
function create() {
  const { db, env } = runtime();
  return betterAuth({
    baseURL: env.publicUrl,
    basePath: "/api/auth",
    secret: env.authSecret,
    database: { db, type: "postgres" },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12, maxPasswordLength: 200 },
    user: { modelName: "users", fields: { ...camel, emailVerified: "email_verified" } },
    session: {
      modelName: "sessions",
      fields: {
        ...camel,
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
      },
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // No copy in a cookie: what was ended is over with the next request.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "accounts",
      fields: {
        ...camel,
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
      },
    },
    verification: { modelName: "verifications", fields: { ...camel, expiresAt: "expires_at" } },
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "rate_limits",
      fields: { lastRequest: "last_request" },
      customRules: { "/sign-in/email": { window: 60, max: 10 }, "/change-password": { window: 60, max: 10 } },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
      useSecureCookies: env.publicUrl.startsWith("https:"),
      cookiePrefix: "holdfast",
      database: { generateId: () => newId("usr") },
    },
    // Its own words are noise, a wrong password for one; what was thrown is not.
    logger: {
      level: "error",
      log: (_level, message, ...more: unknown[]) => {
        const err = more.find((each) => each instanceof Error);
        if (err) log.error({ err }, `signing in: ${message}`);
      },
    },
  });
}

type Auth = ReturnType<typeof create>;
const shared = globalThis as typeof globalThis & { __holdfastAuth?: Auth };

export function auth(): Auth {
  shared.__holdfastAuth ??= create();
  return shared.__holdfastAuth;
}
