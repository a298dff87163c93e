// Stands for libFuzzer where there is none: plays stored inputs, and of each some changes that
// follow from their number.
//   fuzz_TARGET CHANGES FOLDER
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/target.h"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed);

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::size_t kMost = std::size_t{1} << 16;
constexpr const char* kFailure = "fuzz-failure";

std::mt19937 random_bytes;
Bytes played;

/// Keeps the input that ends the program.
void keep(int signal) {
  std::FILE* file = std::fopen(kFailure, "wb");
  if (file) {
    std::fwrite(played.data(), 1, played.size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is kept in %s\n", kFailure);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

Bytes read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void play(Bytes input) {
  played = std::move(input);
  LLVMFuzzerTestOneInput(played.data(), played.size());
}

Bytes changed(Bytes input, unsigned seed) {
  const std::size_t size = input.size();
  input.resize(kMost);
  random_bytes.seed(seed);
  input.resize(LLVMFuzzerCustomMutator(input.data(), size, kMost, seed));
  return input;
}

/// Each time some changes on top of one another, so that most of what is played can still be read.
void play_changes(const Bytes& input, unsigned changes) {
  constexpr unsigned kMostAtOnce = 4;
  for (unsigned i = 0; i < changes; ++i) {
    Bytes next = input;
    for (unsigned step = 0; step <= i % kMostAtOnce; ++step) {
      next = changed(std::move(next), kMostAtOnce * i + step + 1);
    }
    play(std::move(next));
  }
}

}  // namespace

/// What libFuzzer offers to a target that changes inputs by itself: here a byte, or a piece, is
/// replaced, put in or left out.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most) {
  const auto below = [](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_bytes);
  };
  Bytes bytes(data, data + size);
  const std::size_t at = below(size + 1);
  const std::size_t length = std::min(size - at, below(8));
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const Bytes piece(begin, begin + static_cast<std::ptrdiff_t>(length));
  switch (below(4)) {
    case 0:
      bytes.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      break;
    case 1:
      bytes.insert(begin, piece.begin(), piece.end());
      break;
    case 2:
      if (at < size) bytes[at] = static_cast<std::uint8_t>(below(256));
      break;
    default:
      bytes.insert(begin, static_cast<std::uint8_t>(below(256)));
      break;
  }
  bytes.resize(std::min(bytes.size(), most));
  std::ranges::copy(bytes, data);
  return bytes.size();
}

int main(int count, char** words) {
  if (count != 3) return 2;
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) std::signal(signal, &keep);
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::directory_iterator(words[2])) {
    paths.push_back(file.path());
  }
  std::ranges::sort(paths);
  for (const std::filesystem::path& path : paths) {
    play(read(path));
    play_changes(read(path), static_cast<unsigned>(std::stoul(words[1])));
  }
  std::printf("%zu inputs played\n", paths.size());
  return paths.empty() ? 1 : 0;
}
