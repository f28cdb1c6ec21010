-- Files whose preparation was given up are looked for every minute, among the few that are being prepared.
create index files_processing on files (id) where status = 'processing';
