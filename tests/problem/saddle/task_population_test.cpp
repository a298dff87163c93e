// "task-atoms": the law of the specification's P3, and how its records are drawn.
#include "engine/problem/saddle/task_population.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "engine/problem/saddle/population_data.h"
#include "engine/problem/saddle/worst_task.h"
#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

SyntheticParameters tasks_of(Index samples) {
  SyntheticParameters out;
  out.name = "task-atoms";
  out.samples = samples;
  out.features = 24;
  out.atoms = 1024;
  return out;
}

Vector row_of(const DenseData& data, Index i) {
  Vector out(data.features());
  data.copy_row(i, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

/// A task's label is 1 with probability sigmoid(6 s) for s = a_(g mod 4) - a_(4 + g / 4), which is
/// -2, 0 or 2. Of about 4,000 labels with s = 0 the mean is within 5 standard deviations of 0 but
/// with probability 6e-7; the others are surer than that one of 4,000 differs.
TEST(TaskAtoms, LabelTheirTasksByTwoInputs) {
  const DenseData atoms = make_task_atoms(tasks_of(1)).value();
  ASSERT_EQ(atoms.samples(), 1024);
  double sum = 0, undecided = 0;
  for (Index i = 0; i < atoms.samples(); ++i) {
    const Vector row = row_of(atoms, i);
    for (Index j = 0; j < 24; ++j) ASSERT_EQ(std::fabs(row[j]), 1);
    for (Index g = 0; g < 8; ++g) {
      const double score = row[g % 4] - row[4 + g / 4];
      if (score == 0) {
        sum += row[16 + g];
        ++undecided;
      } else {
        EXPECT_EQ(row[16 + g], score > 0 ? 1 : -1);
      }
    }
  }
  EXPECT_GT(undecided, 3500);
  EXPECT_LE(std::fabs(sum), 5 * std::sqrt(undecided));
}

TEST(TaskAtoms, AreWhatRecordsAreDrawnFrom) {
  const DenseData atoms = atoms_of(tasks_of(1)).value();
  const DenseData drawn = draw_population(tasks_of(300), DataLayout::panels, 0, 1e9).value();
  std::set<std::vector<double>> known;
  for (Index i = 0; i < atoms.samples(); ++i) {
    const Vector row = row_of(atoms, i);
    known.insert({row.begin(), row.end()});
  }
  std::set<std::vector<double>> found;
  for (Index i = 0; i < drawn.samples(); ++i) {
    const Vector row = row_of(drawn, i);
    found.insert({row.begin(), row.end()});
    EXPECT_TRUE(known.contains({row.begin(), row.end()}));
  }
  EXPECT_GT(found.size(), 200u);
  EXPECT_TRUE(has_population(WorstTaskRisk({.radius = 1, .tasks = 8}), tasks_of(1)));
}

/// The seed of the records does not change which atoms there are, and the population's does.
TEST(TaskAtoms, DependOnThePopulationsSeedAlone) {
  SyntheticParameters other = tasks_of(1);
  other.seed = 7;
  const DenseData usual = make_task_atoms(tasks_of(1)).value();
  EXPECT_EQ(row_of(usual, 5), row_of(make_task_atoms(other).value(), 5));
  other.population_seed = 7;
  const DenseData changed = make_task_atoms(other).value();
  bool differs = false;
  for (Index i = 0; i < 10; ++i) differs = differs || row_of(usual, i) != row_of(changed, i);
  EXPECT_TRUE(differs);
}

TEST(TaskAtoms, NeedInputsForTheirTasks) {
  const auto field_of = [](Index features, Index tasks) {
    SyntheticParameters parameters = tasks_of(1);
    parameters.features = features;
    parameters.tasks = tasks;
    const auto made = make_task_atoms(parameters);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of(14, 8), "");
  EXPECT_EQ(field_of(13, 8), "data.tasks");
  EXPECT_EQ(field_of(8, 8), "data.tasks");
  EXPECT_EQ(field_of(24, 1), "data.tasks");
}

}  // namespace
}  // namespace noisy::testing
