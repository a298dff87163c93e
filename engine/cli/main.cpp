#include "engine/cli/command_line.h"

int main(int count, char** words) {
  return noisy::run_command_line(count, words);
}
