import FeedKit

await ExecutableAdapter.run(TownFoodAdapter())
