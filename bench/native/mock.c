// The mock upstream of bench/src/mock, with its replies, without a collector or a compiler beside what is measured.
// Arguments: port, and a folder with the replies: `whole`, `start`, `event` (its number is five digits behind `~`), and `end-N-0` and
// `end-N-1` for streams of N events, without and with usage. A request asks by its model, `mock-nN-dD`: N events, D ms apart.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 512, READ_BYTES = 256 * 1024, SLOTS = 1024, BACKLOG = 4096, DEFAULT_EVENTS = 64, MOST_EVENTS = 99999 };

typedef struct {
  char *bytes;
  long length;
} Bytes;

typedef struct Connection {
  int socket;
  bool closed;
  // The request so far, and what has to be there before it is looked at again.
  Bytes request;
  long room, need;
  // What the socket did not take.
  Bytes unsent;
  // What is being answered; `due` while it waits in a slot of the wheel.
  bool due;
  int number, events, delay_ms;
  bool stream, usage;
  struct Connection *next_due;
} Connection;

static Connection *wheel[SLOTS];
static long wheel_ms, in_wheel;
static int poll_fd, timer;
static Bytes whole, start, event;
static char *event_number;
static const char *folder;
static Bytes *ends[2];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static Bytes read_reply(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  Bytes reply = {.length = ftell(file)};
  reply.bytes = malloc(reply.length + 1);
  rewind(file);
  if (!reply.bytes || (long)fread(reply.bytes, 1, reply.length, file) != reply.length) fail(path);
  reply.bytes[reply.length] = 0;
  fclose(file);
  return reply;
}

static Bytes end_of(int count, bool usage) {
  Bytes *end = &ends[usage][count];
  char name[32];
  snprintf(name, sizeof name, "end-%d-%d", count, usage);
  if (!end->bytes) *end = read_reply(name);
  return *end;
}

static void watch(Connection *connection, uint32_t events) {
  struct epoll_event change = {.events = events, .data.ptr = connection};
  epoll_ctl(poll_fd, EPOLL_CTL_MOD, connection->socket, &change);
}

// A connection in the wheel is freed when its turn comes.
static void free_connection(Connection *connection) {
  free(connection->request.bytes);
  free(connection->unsent.bytes);
  free(connection);
}

static void close_connection(Connection *connection) {
  if (connection->closed) return;
  connection->closed = true;
  close(connection->socket);
  if (!connection->due) free_connection(connection);
}

static void keep_unsent(Connection *connection, const char *bytes, long length) {
  Bytes *unsent = &connection->unsent;
  unsent->bytes = realloc(unsent->bytes, unsent->length + length);
  if (!unsent->bytes) fail("realloc");
  memcpy(unsent->bytes + unsent->length, bytes, length);
  unsent->length += length;
  watch(connection, EPOLLIN | EPOLLOUT);
}

static void write_all(Connection *connection, const char *bytes, long length) {
  ssize_t sent = connection->unsent.length > 0 ? 0 : send(connection->socket, bytes, length, MSG_NOSIGNAL);
  if (sent < 0) sent = 0;
  if (sent < length) keep_unsent(connection, bytes + sent, length - sent);
}

static void write_unsent(Connection *connection) {
  Bytes *unsent = &connection->unsent;
  ssize_t sent = send(connection->socket, unsent->bytes, unsent->length, MSG_NOSIGNAL);
  if (sent > 0) memmove(unsent->bytes, unsent->bytes + sent, unsent->length -= sent);
  if (unsent->length == 0) watch(connection, EPOLLIN);
}

static void put_number(int number) {
  for (int digit = 4; digit >= 0; digit--, number /= 10) event_number[digit] = '0' + number % 10;
}

static void append(Bytes *buffer, long *room, Bytes part) {
  if (buffer->length + part.length > *room) {
    *room = (buffer->length + part.length) * 2;
    buffer->bytes = realloc(buffer->bytes, *room);
    if (!buffer->bytes) fail("realloc");
  }
  memcpy(buffer->bytes + buffer->length, part.bytes, part.length);
  buffer->length += part.length;
}

// One write for each event, as an engine's: the first one goes with the head, the last one with the end. All in one where there is no delay.
static void write_event(Connection *connection) {
  static Bytes out;
  static long room;
  out.length = 0;
  if (connection->number == 0) append(&out, &room, start);
  do {
    put_number(connection->number++);
    append(&out, &room, event);
  } while (connection->delay_ms == 0 && connection->number < connection->events);
  if (connection->number == connection->events) append(&out, &room, end_of(connection->events, connection->usage));
  write_all(connection, out.bytes, out.length);
}

static void wait_in_wheel(Connection *connection, long due_ms) {
  if (in_wheel++ == 0) {
    wheel_ms = now_ms();
    struct itimerspec every = {{0, 1000000}, {0, 1000000}};
    timerfd_settime(timer, 0, &every, NULL);
  }
  if (due_ms <= wheel_ms) due_ms = wheel_ms + 1;
  if (due_ms >= wheel_ms + SLOTS) due_ms = wheel_ms + SLOTS - 1;
  connection->due = true;
  connection->next_due = wheel[due_ms % SLOTS];
  wheel[due_ms % SLOTS] = connection;
}

static void take_turn(Connection *connection) {
  connection->due = false;
  in_wheel--;
  if (connection->closed) return free_connection(connection);
  if (!connection->stream) return write_all(connection, whole.bytes, whole.length);
  // An event waits while one before it does. None is dropped.
  if (connection->unsent.length == 0) write_event(connection);
  if (connection->number < connection->events) wait_in_wheel(connection, wheel_ms + connection->delay_ms);
}

static void turn_wheel(void) {
  uint64_t expirations;
  if (read(timer, &expirations, sizeof expirations) < 0) return;
  for (long now = now_ms(); wheel_ms < now && in_wheel > 0;) {
    Connection *connection = wheel[++wheel_ms % SLOTS];
    wheel[wheel_ms % SLOTS] = NULL;
    while (connection) {
      Connection *next = connection->next_due;
      take_turn(connection);
      connection = next;
    }
  }
  struct itimerspec never = {0};
  if (in_wheel == 0) timerfd_settime(timer, 0, &never, NULL);
}

static int number_behind(const char *text, long length, const char *name, int fallback) {
  const char *at = memmem(text, length, name, strlen(name));
  return at && at[strlen(name)] >= '0' && at[strlen(name)] <= '9' ? atoi(at + strlen(name)) : fallback;
}

static bool is_set(Bytes body, const char *name) {
  const char *at = memmem(body.bytes, body.length, name, strlen(name));
  if (!at) return false;
  at += strlen(name);
  while (*at == ' ') at++;
  return strncmp(at, "true", 4) == 0;
}

static void answer(Connection *connection, Bytes body) {
  const char *model = memmem(body.bytes, body.length, "mock-", 5);
  long length = model ? body.bytes + body.length - model : 0;
  if (length > 32) length = 32;
  connection->stream = is_set(body, "\"stream\":");
  connection->usage = is_set(body, "\"include_usage\":");
  connection->events = number_behind(model, length, "-n", DEFAULT_EVENTS);
  connection->delay_ms = number_behind(model, length, "-d", 0);
  connection->number = 0;
  if (connection->events > MOST_EVENTS) connection->events = MOST_EVENTS;
  if (connection->stream) {
    write_event(connection);
    if (connection->number < connection->events) wait_in_wheel(connection, now_ms() + connection->delay_ms);
  } else if (connection->delay_ms > 0) wait_in_wheel(connection, now_ms() + connection->delay_ms);
  else write_all(connection, whole.bytes, whole.length);
}

// Where the request ends, or one byte further than what is there.
static long request_end(Bytes request, char *head_end) {
  long body_start = head_end + 4 - request.bytes;
  *head_end = 0;
  const char *length = strcasestr(request.bytes, "\r\ncontent-length:");
  bool chunked = strcasestr(request.bytes, "\r\ntransfer-encoding: chunked");
  *head_end = '\r';
  if (length) return body_start + atol(length + 17);
  if (!chunked) return body_start;
  char *end = memmem(head_end + 2, request.length - body_start + 2, "\r\n0\r\n\r\n", 7);
  return end ? end + 7 - request.bytes : request.length + 1;
}

static void read_request(Connection *connection) {
  static char bytes[READ_BYTES];
  ssize_t length = recv(connection->socket, bytes, sizeof bytes, 0);
  if (length < 0 && errno == EAGAIN) return;
  if (length <= 0) return close_connection(connection);
  Bytes *request = &connection->request;
  if (request->length + length >= connection->room) {
    connection->room = (request->length + length + 1) * 2;
    request->bytes = realloc(request->bytes, connection->room);
    if (!request->bytes) fail("realloc");
  }
  memcpy(request->bytes + request->length, bytes, length);
  request->length += length;
  request->bytes[request->length] = 0;
  if (request->length < connection->need) return;
  char *head_end = memmem(request->bytes, request->length, "\r\n\r\n", 4);
  if (!head_end) return;
  connection->need = request_end(*request, head_end);
  if (request->length < connection->need) return;
  Bytes body = {head_end + 4, request->bytes + request->length - head_end - 4};
  request->length = connection->need = 0;
  answer(connection, body);
}

static void accept_all(int listening) {
  for (int socket; (socket = accept4(listening, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) fail("calloc");
    connection->socket = socket;
    struct epoll_event added = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, socket, &added);
  }
}

static int listen_on(int port) {
  int listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0 || listen(listening, BACKLOG) < 0) fail("listen");
  return listening;
}

int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "usage: mock PORT FOLDER\n"), 2;
  signal(SIGPIPE, SIG_IGN);
  folder = arguments[2];
  whole = read_reply("whole");
  start = read_reply("start");
  event = read_reply("event");
  event_number = strchr(event.bytes, '~') + 1;
  for (int usage = 0; usage < 2; usage++) ends[usage] = calloc(MOST_EVENTS + 1, sizeof(Bytes));
  poll_fd = epoll_create1(0);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  int listening = listen_on(atoi(arguments[1]));
  struct epoll_event ready[EVENTS_AT_ONCE];
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, listening, &(struct epoll_event){.events = EPOLLIN, .data.ptr = &listening});
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, timer, &(struct epoll_event){.events = EPOLLIN, .data.ptr = &timer});
  for (;;) {
    int found = epoll_wait(poll_fd, ready, EVENTS_AT_ONCE, -1);
    for (int i = 0; i < found; i++) {
      void *source = ready[i].data.ptr;
      if (source == &listening) accept_all(listening);
      else if (source == &timer) turn_wheel();
      else {
        Connection *connection = source;
        if (ready[i].events & EPOLLOUT) write_unsent(connection);
        if (ready[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) read_request(connection);
      }
    }
  }
}
