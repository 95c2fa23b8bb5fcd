/** The rooms of the house and which way imports may run between them (docs/decisions/0001). */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "[.]test[.]tsx?$" },
  to: { path: "^(app|server|db|components|e2e|scripts)/", pathNot: to },
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    only("domain-imports-nothing", "^server/domain/", "^server/domain/", "Rules are pure: no other room, no I/O."),
    {
      name: "domain-no-packages",
      severity: "error",
      from: { path: "^server/domain/", pathNot: "[.]test[.]ts$" },
      to: { dependencyTypes: ["npm", "core"] },
    },
    only(
      "inventory-is-pure",
      "^server/inventory/",
      "^server/(inventory|domain)/",
      "Readers are pure functions over text.",
    ),
    only(
      "contract-over-domain",
      "^server/contract/",
      "^server/(contract|domain)/",
      "What crosses the wire knows only the rules.",
    ),
    only("server-knows-no-page", "^server/", "^(server|db)/", "What answers is below what draws."),
    only("db-knows-no-server", "^db/", "^db/", "The database room is below the server."),
    only(
      "services",
      "^server/services/",
      "^(server/(services|domain|inventory|contract)/|server/(log|env|ids|metrics|tracing|api-key-secret)[.]ts|db/)",
      "Services speak to domain and database only.",
    ),
    only(
      "auth",
      "^server/auth/",
      "^(server/(auth|domain|contract)/|server/(env|log|ids|runtime|api-key-secret)[.]ts|db/)",
      "Auth turns credentials into one Actor.",
    ),
    only(
      "rest",
      "^server/rest/",
      "^server/(rest|services|contract|auth|domain)/|^server/(env|log|ids|runtime|events|metrics)[.]ts|^db/(client|deadline|migrate|queries/health)[.]ts",
      "REST is thin transport.",
    ),
    only(
      "trpc",
      "^server/trpc/",
      "^server/(trpc|services|contract|auth|domain)/|^server/(env|log|ids|runtime|events|mail)[.]ts",
      "tRPC is thin transport.",
    ),
    only(
      "components",
      "^components/",
      "^(components/|server/(contract|domain)/|server/trpc/router[.]ts)",
      "Components know values and types of the wire only.",
    ),
    {
      name: "components-trpc-types-only",
      comment: "The router is a type to the browser; its code must never be bundled.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^server/trpc/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-test-code-in-product",
      severity: "error",
      from: { path: "^(app|server|db|components)/", pathNot: "[.]test[.]tsx?$|/testing/" },
      to: { path: "[.]test[.]tsx?$|/testing/|^e2e/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^[.]next|^node_modules/(?!@?next)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
