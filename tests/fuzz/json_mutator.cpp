// Changes JSON inputs by their structure, which keeps most of them readable and so reaches what
// stands behind the reader of JSON. libFuzzer calls it in the place of its own changes of bytes,
// which it makes a part of the time.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "engine/json/json.h"
#include "tests/fuzz/target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace noisy::fuzz {
namespace {

using Random = std::mt19937;

std::size_t below(std::size_t bound, Random& random) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

std::size_t count_nodes(const Json& node) {
  std::size_t count = 1;
  for (const auto& [key, value] : node.members()) count += count_nodes(value);
  if (!node.is_array()) return count;
  for (std::size_t i = 0; i < node.size(); ++i) count += count_nodes(node.element(i));
  return count;
}

/// The node at this position of a walk that visits a parent before its children.
Json node_at(const Json& node, std::size_t position) {
  if (position == 0) return node;
  --position;
  const auto inside = [&](const Json& child, Json& found) {
    const std::size_t count = count_nodes(child);
    if (position < count) {
      found = node_at(child, position);
      return true;
    }
    position -= count;
    return false;
  };
  Json found;
  for (const auto& [key, value] : node.members()) {
    if (inside(value, found)) return found;
  }
  for (std::size_t i = 0; node.is_array() && i < node.size(); ++i) {
    if (inside(node.element(i), found)) return found;
  }
  return found;
}

/// Values at which something else happens.
Json edge_value(Random& random) {
  static const Json edges[] = {Json(),
                               true,
                               0,
                               -0.0,
                               1,
                               -1,
                               2,
                               0.5,
                               1e-9,
                               1e-300,
                               5e-324,
                               1 - 1e-16,
                               1e3,
                               1e6,
                               1e9,
                               9'007'199'254'740'991.0,
                               1e17,
                               1e300,
                               "",
                               "auto",
                               Json::array(),
                               Json::object(),
                               Json::numbers({1, 2}),
                               std::string(300, 'x')};
  return edges[below(std::size(edges), random)];
}

Json without_one(const Json& node, Random& random) {
  Json changed = node.is_object() ? Json::object() : Json::array();
  std::vector<Json> kept;
  const std::size_t left_out = below(node.size(), random);
  for (std::size_t i = 0; i < node.size(); ++i) {
    if (i == left_out) continue;
    if (node.is_object()) {
      changed.set(node.members()[i].first, node.members()[i].second);
    } else {
      kept.push_back(node.element(i));
    }
  }
  return node.is_object() ? changed : Json::array(std::move(kept));
}

/// Another value in the place of this one; `tree` is where it stands, from which something else may
/// be taken.
Json changed_node(const Json& node, const Json& tree, Random& random) {
  switch (below(4, random)) {
    case 0:
      if (node.size() > 0) return without_one(node, random);
      break;
    case 1:
      if (node.is_number())
        return node.number() * std::exp2(static_cast<double>(below(41, random)) - 20);
      break;
    case 2:
      return node_at(tree, below(count_nodes(tree), random));
    default:
      break;
  }
  return edge_value(random);
}

/// `node` with the one at this position of the walk changed.
Json changed_at(const Json& node, std::size_t position, const Json& tree, Random& random) {
  if (position == 0) return changed_node(node, tree, random);
  --position;
  Json changed = node;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const Json child = node.is_object() ? node.members()[i].second : node.element(i);
    const std::size_t count = count_nodes(child);
    if (position >= count) {
      position -= count;
      continue;
    }
    Json next = changed_at(child, position, tree, random);
    if (node.is_object()) {
      changed.set(node.members()[i].first, std::move(next));
    } else {
      changed.set_element(i, std::move(next));
    }
    break;
  }
  return changed;
}

}  // namespace
}  // namespace noisy::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace noisy;
  fuzz::Random random(seed);
  const auto tree = parse_json({reinterpret_cast<const char*>(data), size});
  if (!tree || fuzz::below(4, random) == 0) return LLVMFuzzerMutate(data, size, most);
  const std::size_t position = fuzz::below(fuzz::count_nodes(*tree), random);
  const std::string text = write_json(fuzz::changed_at(*tree, position, *tree, random));
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::ranges::copy(text, data);
  return text.size();
}
