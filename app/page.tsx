export default function Home() {
  return (
    <main>
      <h1>Holdfast</h1>
      <p>
        The REST API is at <code>/v1</code>, its description at <a href="/openapi.json">/openapi.json</a>, and a
        readable reference at <a href="/docs">/docs</a>.
      </p>
    </main>
  );
}
