-- Deliveries of a webhook that failed or were missed, few among those that succeeded, are listed and sent again.
create index webhook_deliveries_undelivered on webhook_deliveries (webhook_id, id) where status in ('failed', 'missed');
