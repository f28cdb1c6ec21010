// Reads HTTP/1.1 answers from the bytes of one connection: Content-Length or chunked. Bodies are skipped.
#ifndef RESPONSE_H
#define RESPONSE_H
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_HEAD_BYTES = 32 * 1024 };

typedef enum { HEAD, FIXED_BODY, CHUNK_SIZE, CHUNK_DATA, CHUNK_END, TRAILER } State;

typedef struct {
  State state;
  long left;
  int line_length;
  int status;
  bool keep_alive;
  int head_bytes;
  char head[LARGEST_HEAD_BYTES + 1];
} Response;

typedef enum { MORE, ENDED, BROKEN } Outcome;

static void response_reset(Response *response) {
  response->state = HEAD;
  response->head_bytes = 0;
  response->line_length = 0;
}

static Outcome start_body(Response *response) {
  response->head[response->head_bytes] = 0;
  for (char *at = response->head; *at; at++)
    if (*at >= 'A' && *at <= 'Z') *at |= 32;
  response->status = atoi(response->head + 9);
  response->keep_alive = !strstr(response->head, "\r\nconnection: close");
  response->head_bytes = 0;
  const char *length = strstr(response->head, "\r\ncontent-length:");
  if (length) {
    response->left = atol(length + 17);
    response->state = FIXED_BODY;
    return response->left == 0 ? ENDED : MORE;
  }
  response->left = 0;
  response->state = CHUNK_SIZE;
  return strstr(response->head, "\r\ntransfer-encoding: chunked") ? MORE : BROKEN;
}

// At the end of a line outside of chunks.
static Outcome end_line(Response *response) {
  bool empty = response->line_length == 0;
  response->line_length = 0;
  if (response->state == CHUNK_END) response->state = CHUNK_SIZE;
  else if (response->state == CHUNK_SIZE) response->state = response->left == 0 ? TRAILER : CHUNK_DATA;
  else if (empty) return ENDED;
  return MORE;
}

static Outcome read_byte(Response *response, char byte) {
  if (response->state == HEAD) {
    if (response->head_bytes == LARGEST_HEAD_BYTES) return BROKEN;
    response->head[response->head_bytes++] = byte;
    bool ends = byte == '\n' && response->head_bytes >= 4 &&
                memcmp(response->head + response->head_bytes - 4, "\r\n\r\n", 4) == 0;
    return ends ? start_body(response) : MORE;
  }
  if (byte == '\n') return end_line(response);
  if (byte == '\r') return MORE;
  response->line_length++;
  if (response->state != CHUNK_SIZE) return MORE;
  int digit = byte >= '0' && byte <= '9' ? byte - '0' : (byte | 32) - 'a' + 10;
  if (digit < 0 || digit > 15) return BROKEN;
  response->left = response->left * 16 + digit;
  return MORE;
}

// Reads until the answer ends or the bytes do. `*used` is how many were read.
static Outcome response_read(Response *response, const char *bytes, long length, long *used) {
  long at = 0;
  Outcome outcome = MORE;
  while (at < length && outcome == MORE) {
    if (response->state == FIXED_BODY || response->state == CHUNK_DATA) {
      long skipped = length - at < response->left ? length - at : response->left;
      at += skipped;
      response->left -= skipped;
      if (response->left > 0) break;
      if (response->state == FIXED_BODY) outcome = ENDED;
      else response->state = CHUNK_END;
    } else outcome = read_byte(response, bytes[at++]);
  }
  *used = at;
  if (outcome == ENDED) response_reset(response);
  return outcome;
}
#endif
