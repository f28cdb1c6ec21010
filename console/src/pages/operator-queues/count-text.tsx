import { operatorQueueStrings } from '../../strings/operator-queues.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../../ui/text/format.ts';

/** No count of a queue goes further. The server has the same number. */
const MOST = 10_000;

interface CountTextProps {
  readonly count: number;
  /** Where the server stops counting, if not where it stops in queues. */
  readonly most?: number;
  /** More than none of it is a reason to look. */
  readonly isTrouble?: boolean;
}

export function CountText({ count, most = MOST, isTrouble = false }: CountTextProps) {
  const text = formatCount(count);
  return (
    <span className={classNames(isTrouble && count > 0 && 'font-medium text-danger')}>
      {count >= most ? operatorQueueStrings.counts.orMore(text) : text}
    </span>
  );
}
