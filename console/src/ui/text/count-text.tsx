import { COUNTED_AT_MOST } from '../../api/contract-limits.ts';
import { operatorQueueStrings } from '../../strings/operator-queues.ts';
import { classNames } from '../class-names.ts';
import { formatCount } from './format.ts';

interface CountTextProps {
  readonly count: number;
  /** Where the server stops counting, if not where it stops in queues. */
  readonly most?: number;
  /** More than none of it is a reason to look. */
  readonly isTrouble?: boolean;
}

export function CountText({ count, most = COUNTED_AT_MOST.queues, isTrouble = false }: CountTextProps) {
  const text = formatCount(count);
  return (
    <span className={classNames(isTrouble && count > 0 && 'font-medium text-danger')}>
      {count >= most ? operatorQueueStrings.counts.orMore(text) : text}
    </span>
  );
}
