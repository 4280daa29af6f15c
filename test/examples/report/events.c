/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sends events to who asked for them; one of those has another type. */
#include <stdio.h>
#include <stdlib.h>

typedef void listener(void *data, int event);

struct counter {
  int events;
};

static void print(void *data, int event) {
  printf("%s %d\n", (char *)data, event);
}
static void count(struct counter *counter, int event) {
  counter->events += event != 0;
}

struct counter counter;

struct {
  listener *function;
  void *data;
} listeners[] = {{print, "event"}, {(listener *)(void *)count, &counter}};

int main(int argc, char **argv) {
  const int events = argc > 1 ? atoi(argv[1]) : 10;

  for (int event = 1; event <= events; event++)
    for (int i = 0; i < 2; i++)
      listeners[i].function(listeners[i].data, event);
  printf("%d events\n", counter.events);
  return counter.events != events;
}
