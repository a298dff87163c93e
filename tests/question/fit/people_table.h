#pragma once

#include <cstdint>
#include <string>

namespace noisy::testing {

/// A table as people have it: an id, numbers with missing cells, words, and a target that follows
/// from age and job. Drawn by a linear congruential generator, so that every machine has the same.
class PeopleTable {
 public:
  explicit PeopleTable(int rows, std::uint64_t seed = 1) : state_(seed) {
    text_ = "id,age,job,hours,level,income\n";
    for (int i = 0; i < rows; ++i) add_row(i);
  }

  const std::string& text() const { return text_; }

 private:
  double uniform() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

  void add_row(int id) {
    constexpr const char* kJobs[] = {"clerk", "cook", "nurse", "pilot"};
    constexpr const char* kLevels[] = {"low", "mid", "high"};
    const int age = 18 + static_cast<int>(uniform() * 72);
    const auto job = static_cast<std::size_t>(uniform() * 4);
    const auto level = static_cast<std::size_t>(uniform() * 3);
    const std::string hours =
        uniform() < 0.1 ? std::string() : std::to_string(20 + static_cast<int>(uniform() * 40));
    const double score =
        (age - 54) / 18.0 + (job == 3 ? 1.5 : 0) + (static_cast<double>(level) - 1);
    const bool is_rich = score + (uniform() - 0.5) * 1.5 > 0.4;
    text_ += std::to_string(1000 + id) + "," + std::to_string(age) + "," + kJobs[job] + "," +
             hours + "," + kLevels[level] + "," + (is_rich ? ">50K" : "<=50K") + "\n";
  }

  std::uint64_t state_;
  std::string text_;
};

/// What is public of its columns.
inline constexpr const char* kPeopleColumns =
    R"({"id": {"role": "ignore"}, "age": {"lower": 18, "upper": 90},
        "job": {"role": "category", "words": ["clerk", "cook", "nurse"], "other": "other"},
        "hours": {"role": "number", "lower": 0, "upper": 80, "missing": 40, "indicator": true},
        "level": {"role": "ordered", "words": ["low", "mid", "high"]}})";

/// A request on it, with further members in front of its end: `, "epsilon": 1`.
inline std::string people_request(const std::string& more) {
  return R"({"target": "income", "positive": ">50K", "columns": )" + std::string(kPeopleColumns) +
         more + "}";
}

}  // namespace noisy::testing
