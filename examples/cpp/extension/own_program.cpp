// noisy-descent with a loss, an algorithm and a solver of our own:
//
//   own-noisy-descent run own.json
//   own-noisy-descent solve own.json --solver heavy-ball
//
// Every command knows them: catalogue, plan, run, check-statement, audit.

#include <cstdio>

#include "engine/cli/command_line.h"
#include "extensions.h"

int main(int count, char** words) {
  if (!noisy::register_loss(pseudo_huber()) || !noisy::register_algorithm(tail_averaging()) ||
      !noisy::register_solver(heavy_ball())) {
    std::fprintf(stderr, "an id is taken\n");
    return 1;
  }
  return noisy::run_command_line(count, words);
}
