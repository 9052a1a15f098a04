export default function Page() {
  return <p>POST /api/chat with a prompt as the body.</p>;
}
