#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace noisy::testing {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder of its own that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "noisy-cli-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file and gives its path.
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int status = -1;
  std::string output;
  std::string errors;
};

/// The program as a child process; its streams are files of a temporary folder.
class Program {
 public:
  Program(const std::vector<std::string>& words, const std::string& input,
          const char* path = NOISY_PROGRAM) {
    const std::string in = folder_.write("in", input);
    std::fflush(nullptr);  // or the child would write the parent's waiting output again
    child_ = fork();
    if (child_ != 0) return;
    std::freopen(in.c_str(), "rb", stdin);
    std::freopen(folder_.path("out").c_str(), "wb", stdout);
    std::freopen(folder_.path("err").c_str(), "wb", stderr);
    std::vector<char*> arguments = {const_cast<char*>(path)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(path, arguments.data());
    _exit(127);
  }

  void send(int signal) const { kill(child_, signal); }

  Outcome finish() {
    int status = 0;
    waitpid(child_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder_.path("out")),
            read_file(folder_.path("err"))};
  }

 private:
  TemporaryFolder folder_;
  pid_t child_ = -1;
};

inline Outcome run_program(const std::vector<std::string>& words, const std::string& input = "",
                           const char* path = NOISY_PROGRAM) {
  return Program(words, input, path).finish();
}

}  // namespace noisy::testing
