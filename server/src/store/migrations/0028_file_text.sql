-- The text of a document, read once and kept beside its bytes. The key is in the row before the text is in the store; it is there for certain
-- when the file is ready. Null: the file is no such document, or was prepared before texts were kept.
alter table files add column text_blob_key text unique;
