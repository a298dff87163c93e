#include "engine/cli/interrupts.h"

#include <csignal>

namespace noisy::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void listen_to_interrupts() {
  std::signal(SIGINT, &on_interrupt);
  std::signal(SIGTERM, &on_interrupt);
}

bool was_interrupted() {
  return interrupted != 0;
}

}  // namespace noisy::cli
