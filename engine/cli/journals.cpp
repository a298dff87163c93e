#include "engine/cli/journals.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "engine/cli/files.h"

namespace noisy::cli {
namespace {

constexpr std::string_view kEnding = ".jsonl";
constexpr double kMostJournalBytes = 1e8;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::filesystem::path folder() {
  return odometer_folder(variable("NOISY_DESCENT_STATE"), variable("XDG_STATE_HOME"),
                         variable("HOME"));
}

std::filesystem::path journal_path(const std::string& sha256) {
  return folder() / (sha256 + std::string(kEnding));
}

}  // namespace

Result<std::string> append_journal(const FileNames& file, const std::string& entry) {
  if (folder().empty()) {
    return fail(ErrorCode::io_failed, "NOISY_DESCENT_STATE", "no folder is known: set it");
  }
  std::error_code ignored;
  std::filesystem::create_directories(folder(), ignored);
  const std::string path = journal_path(file.records).string();
  if (auto appended = append_text(path, entry + "\n"); !appended) {
    return std::unexpected(std::move(appended.error()));
  }
  auto journal = read_text(path, kMostJournalBytes);
  const std::string earlier = journal_path(file.bytes).string();
  if (!journal || !std::filesystem::exists(earlier, ignored)) return journal;
  auto before = read_text(earlier, kMostJournalBytes);
  if (!before) return before;
  return *before + "\n" + *journal;
}

std::vector<Journal> read_journals(const std::optional<FileNames>& file) {
  std::vector<Journal> journals;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder(), ignored)) {
    const std::filesystem::path path = entry.path();
    const std::string name = path.stem().string();
    const bool is_asked = !file || name == file->records || name == file->bytes;
    if (path.extension() != kEnding || !is_asked) continue;
    const auto text = read_text(path.string(), kMostJournalBytes);
    journals.push_back({name, text ? *text : "?"});
  }
  std::ranges::sort(journals, {}, &Journal::sha256);
  return journals;
}

Result<void> remove_journals(const std::vector<Journal>& journals) {
  for (const Journal& journal : journals) {
    const std::string path = journal_path(journal.sha256).string();
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) return fail(ErrorCode::io_failed, path, "cannot be removed: " + error.message());
  }
  return {};
}

}  // namespace noisy::cli
