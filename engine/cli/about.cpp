#include "engine/cli/about.h"

#include "engine/cli/completion.h"
#include "engine/cli/help.h"
#include "engine/cli/manual.h"
#include "engine/experiment/file/version.h"

namespace noisy::cli {

std::optional<std::string> about(const Arguments& arguments) {
  const std::string& command = arguments.command;
  if (command == "help") return help_text(arguments.input);
  if (command == "version") return "noisy-descent " + std::string(engine_version()) + "\n";
  if (command == "completion") return completion_script(arguments.input);
  if (command == "man") return manual_page();
  return std::nullopt;
}

}  // namespace noisy::cli
