import { useNavigate } from '@tanstack/react-router';
import { requestStrings } from '../../strings/requests.ts';
import { Button } from '../../ui/button.tsx';

/** In the head of the page: below the filters it would move the table. */
export function ClearFilters() {
  const navigate = useNavigate({ from: '/requests' });
  return (
    <Button look="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
      {requestStrings.filters.clear}
    </Button>
  );
}
