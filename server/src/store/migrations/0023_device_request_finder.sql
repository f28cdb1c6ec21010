-- Who typed the code of a device request last: nobody else decides on it. Null: nobody did yet.
alter table device_requests add column found_by text references users;
