interface StatProps {
  readonly label: string;
  readonly value: string;
  /** The exact number, where `value` is a short one. */
  readonly exact?: string;
}

export function Stat({ label, value, exact }: StatProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-quiet">{label}</dt>
      <dd title={exact} className="mt-0.5 truncate text-xl font-semibold tracking-tight tabular-nums">
        {value}
      </dd>
    </div>
  );
}
