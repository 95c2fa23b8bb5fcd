/** Preloaded into the server: a start script that was killed can't stop it, so it notices and stops by itself. */
if (process.channel) {
  process.once("disconnect", () => {
    setTimeout(() => process.exit(1), 3000).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.channel.unref();
}
