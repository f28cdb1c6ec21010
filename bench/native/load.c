// Whole answers, as bench/src/load does them in JavaScript, without a collector or a compiler beside what is measured.
// Arguments: port, connections, warm-up and duration in ms, requests a second (0: each connection sends its next request when its answer
// ended). Standard input: a line with its length before each request. Standard output: a RequestsResult as JSON.
#define _GNU_SOURCE
#include "response.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 256, READ_BYTES = 256 * 1024, CONNECT_MS = 300 };

typedef struct {
  char *bytes;
  long length;
} Request;

typedef struct {
  int socket;
  bool connected, busy;
  double start_ms;
  long sent;
  const Request *request;
  Response response;
} Connection;

static struct {
  int port, connections;
  double warmup_ms, duration_ms, rate;
} job;
static Request *requests;
static int request_count, next_request;
static Connection *all;
static Connection **idle;
static int idle_count;
// Requests that are due and found no free connection.
static double *waiting;
static long waiting_from, waiting_to, waiting_room;
static double *latencies;
static long answered, latency_room, refused, broken;
static double from_ms, to_ms;
static int poll_fd;

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void *grow(void *array, long *room, size_t item_bytes) {
  *room = *room ? *room * 2 : 65536;
  void *larger = realloc(array, *room * item_bytes);
  if (!larger) fail("realloc");
  return larger;
}

static void read_requests(void) {
  long length, room = 0;
  while (scanf("%ld", &length) == 1) {
    getchar();
    if (request_count == room) requests = grow(requests, &room, sizeof *requests);
    char *bytes = malloc(length);
    if (!bytes || (long)fread(bytes, 1, length, stdin) != length) fail("request");
    requests[request_count++] = (Request){bytes, length};
  }
  if (request_count == 0) fail("no request");
}

static void watch(Connection *connection, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = connection};
  if (epoll_ctl(poll_fd, operation, connection->socket, &event) < 0) fail("epoll_ctl");
}

static void open_connection(Connection *connection) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(job.port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (connection->socket < 0) fail("socket");
  setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  connection->connected = connection->busy = false;
  response_reset(&connection->response);
  if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS) fail("connect");
  watch(connection, EPOLL_CTL_ADD, EPOLLIN | EPOLLOUT);
}

static void send_rest(Connection *connection) {
  const Request *request = connection->request;
  ssize_t sent = send(connection->socket, request->bytes + connection->sent, request->length - connection->sent, MSG_NOSIGNAL);
  if (sent > 0) connection->sent += sent;
  watch(connection, EPOLL_CTL_MOD, connection->sent < request->length ? EPOLLIN | EPOLLOUT : EPOLLIN);
}

// A latency counts from when the request was due.
static void start_request(Connection *connection, double start_ms) {
  connection->busy = true;
  connection->start_ms = start_ms;
  connection->request = &requests[next_request];
  connection->sent = 0;
  next_request = (next_request + 1) % request_count;
  const Request *request = connection->request;
  ssize_t sent = send(connection->socket, request->bytes, request->length, MSG_NOSIGNAL);
  connection->sent = sent > 0 ? sent : 0;
  if (connection->sent < request->length) watch(connection, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

static void become_idle(Connection *connection) {
  if (job.rate == 0) start_request(connection, now_ms());
  else if (waiting_from < waiting_to) start_request(connection, waiting[waiting_from++]);
  else idle[idle_count++] = connection;
}

static void replace_connection(Connection *connection) {
  if (connection->busy) broken++;
  for (int i = 0; i < idle_count; i++)
    if (idle[i] == connection) idle[i--] = idle[--idle_count];
  close(connection->socket);
  open_connection(connection);
}

static void count_answer(const Connection *connection) {
  double at_ms = now_ms();
  if (at_ms < from_ms || at_ms > to_ms) return;
  if (connection->response.status != 200) {
    refused++;
    return;
  }
  if (answered == latency_room) latencies = grow(latencies, &latency_room, sizeof *latencies);
  latencies[answered++] = at_ms - connection->start_ms;
}

static void read_answer(Connection *connection) {
  static char bytes[READ_BYTES];
  ssize_t length = recv(connection->socket, bytes, sizeof bytes, 0);
  if (length < 0 && errno == EAGAIN) return;
  if (length <= 0) return replace_connection(connection);
  for (long at = 0, used = 0; at < length; at += used) {
    Outcome outcome = response_read(&connection->response, bytes + at, length - at, &used);
    if (outcome == MORE) return;
    // Some servers say 408 on a connection over which nothing was sent for a while.
    if (outcome == BROKEN || !connection->busy) return replace_connection(connection);
    connection->busy = false;
    count_answer(connection);
    if (!connection->response.keep_alive) return replace_connection(connection);
    become_idle(connection);
  }
}

static void handle(Connection *connection, uint32_t events) {
  if (!connection->connected && events & EPOLLOUT && !(events & (EPOLLERR | EPOLLHUP))) {
    connection->connected = true;
    watch(connection, EPOLL_CTL_MOD, EPOLLIN);
    become_idle(connection);
  } else if (events & EPOLLOUT && connection->busy && connection->sent < connection->request->length) send_rest(connection);
  if (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) read_answer(connection);
}

static void set_timer(int timer, double at_ms) {
  struct itimerspec when = {.it_value = {(time_t)(at_ms / 1e3), (long)((at_ms - (long)(at_ms / 1e3) * 1e3) * 1e6)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

// Sends what is due by now. Returns how many have fallen due since the start.
static long send_due(double first_ms, long due) {
  double now = now_ms();
  for (; first_ms + due * 1e3 / job.rate <= now; due++) {
    double due_ms = first_ms + due * 1e3 / job.rate;
    if (idle_count > 0) {
      start_request(idle[--idle_count], due_ms);
      continue;
    }
    if (waiting_to == waiting_room) waiting = grow(waiting, &waiting_room, sizeof *waiting);
    waiting[waiting_to++] = due_ms;
  }
  return due;
}

static void run(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct epoll_event ready[EVENTS_AT_ONCE] = {{.events = EPOLLIN, .data.ptr = NULL}};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, timer, &ready[0]);
  double first_ms = now_ms() + CONNECT_MS;
  long due = 0;
  from_ms = now_ms() + job.warmup_ms + (job.rate ? CONNECT_MS : 0);
  to_ms = from_ms + job.duration_ms;
  while (now_ms() < to_ms) {
    double next_ms = job.rate ? first_ms + due * 1e3 / job.rate : to_ms;
    set_timer(timer, next_ms < to_ms ? next_ms : to_ms);
    int count = epoll_wait(poll_fd, ready, EVENTS_AT_ONCE, -1);
    uint64_t expirations;
    for (int i = 0; i < count; i++) {
      if (ready[i].data.ptr) handle(ready[i].data.ptr, ready[i].events);
      else if (read(timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN) fail("timer");
    }
    if (job.rate) due = send_due(first_ms, due);
  }
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static double percentile(double quantile) {
  if (answered == 0) return 0;
  long rank = (long)(quantile * answered + 0.999999);
  return latencies[(rank < 1 ? 1 : rank > answered ? answered : rank) - 1];
}

int main(int count, char **arguments) {
  if (count != 6) return fprintf(stderr, "usage: load PORT CONNECTIONS WARMUP_MS DURATION_MS RATE\n"), 2;
  signal(SIGPIPE, SIG_IGN);
  job.port = atoi(arguments[1]);
  job.connections = atoi(arguments[2]);
  job.warmup_ms = atof(arguments[3]);
  job.duration_ms = atof(arguments[4]);
  job.rate = atof(arguments[5]);
  read_requests();
  poll_fd = epoll_create1(0);
  all = calloc(job.connections, sizeof *all);
  idle = calloc(job.connections, sizeof *idle);
  if (!all || !idle) fail("calloc");
  for (int i = 0; i < job.connections; i++) open_connection(&all[i]);
  run();
  qsort(latencies, answered, sizeof *latencies, compare);
  printf("{\"kind\":\"requests\",\"requests\":%ld,\"requestsPerSecond\":%.3f,\"refused\":%ld,\"broken\":%ld,\"unanswered\":%ld,"
         "\"latencyMs\":{\"p50\":%.4f,\"p90\":%.4f,\"p99\":%.4f,\"max\":%.4f}}\n",
         answered, answered * 1e3 / job.duration_ms, refused, broken, waiting_to - waiting_from, percentile(0.5),
         percentile(0.9), percentile(0.99), percentile(1));
  return 0;
}
