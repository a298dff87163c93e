#include "engine/cli/command_line.h"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "engine/cli/command_list.h"
#include "engine/cli/commands.h"
#include "engine/cli/error_line.h"
#include "engine/cli/exit_status.h"
#include "engine/cli/record_tables.h"
#include "engine/experiment/file/version.h"
#include "engine/math/instruction_set.h"

namespace noisy {
namespace {

int report(const Error& error) {
  const std::string line = cli::error_line(code_text(error.code), error.field, error.message);
  std::fprintf(stderr, "%s\n", line.c_str());
  return cli::exit_status(code_text(error.code));
}

int run_program(const std::vector<std::string>& words) {
  // No command for users: `npm run generate` asks for it.
  if (words == std::vector<std::string>{"describe-records"}) {
    std::puts(record_tables().c_str());
    return 0;
  }
  const auto arguments = cli::read_arguments(words);
  if (!arguments) return report(arguments.error());
  if (arguments->version) {
    std::printf("noisy-descent %s\n", std::string(engine_version()).c_str());
    return 0;
  }
  if (arguments->help) {
    std::fputs(cli::help_text(arguments->command).c_str(), stdout);
    return 0;
  }
  if (std::string refused = math::refused_instruction_set(); !refused.empty()) {
    return report({ErrorCode::unsupported_option, "NOISY_DESCENT_INSTRUCTION_SET", refused});
  }
  const auto done = cli::execute(*arguments);
  return done ? *done : report(done.error());
}

}  // namespace

int run_command_line(int count, char** words) {
  try {
    return run_program(std::vector<std::string>(words + 1, words + count));
  } catch (const std::bad_alloc&) {
    return report({ErrorCode::out_of_memory, "", "memory ran out"});
  }
}

}  // namespace noisy
