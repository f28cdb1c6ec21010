-- Keys of blobs sort as the storage lists them, whatever language the database sorts in: rows and blobs are compared side by side.
alter table files alter column blob_key type text collate "C";
