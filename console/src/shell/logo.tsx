export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={28} height={28}>
      <rect width={32} height={32} rx={8} className="fill-accent" />
      <path
        d="M21 10.5c-1-1.3-2.7-2-5-2-3 0-5 1.4-5 3.7 0 5.6 10 2.1 10 7.6 0 2.3-2 3.7-5 3.7-2.4 0-4.2-.8-5.2-2.2"
        fill="none"
        className="stroke-on-accent"
        strokeWidth={2.6}
        strokeLinecap="round"
      />
    </svg>
  );
}
