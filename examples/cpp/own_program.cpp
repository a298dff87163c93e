// noisy-descent with a loss and an algorithm of our own:
//
//   own-noisy-descent run own.json
//
// Every command knows them: catalogue, plan, run, check-statement, audit.

#include <cstdio>

#include "engine/cli/command_line.h"
#include "extensions.h"

int main(int count, char** words) {
  if (!noisy::register_loss(pseudo_huber()) || !noisy::register_algorithm(tail_averaging())) {
    std::fprintf(stderr, "an id is taken\n");
    return 1;
  }
  return noisy::run_command_line(count, words);
}
